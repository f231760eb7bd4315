import { fileURLToPath } from "node:url";
import { writeIcons } from "./icons.ts";

writeIcons(fileURLToPath(new URL("../../../public/", import.meta.url)));
