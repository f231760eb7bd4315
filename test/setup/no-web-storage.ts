import { removeWebStorage } from "../../packages/local/src/remove-web-storage.ts";

removeWebStorage();
