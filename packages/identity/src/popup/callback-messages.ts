import { Text, texts } from "../lib/data.ts";
import * as v from "../lib/schema.ts";

/** The callback page's message. Any script of the origin could post it, so every listener parses it. */
export const CallbackMessage = v.object({
  attempt: Text,
  url: v.custom<string>((url) => typeof url === "string" && URL.canParse(url)),
  ...texts("posted"),
});
