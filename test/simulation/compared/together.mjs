import { OPEN_IN_BOTH, read, write } from "./database.mjs";
import { end, request } from "./locks.mjs";
import { listen } from "./messages.mjs";
import { inA, inB, scenario } from "./script.mjs";

/** @typedef {import("./script.mjs").Tools} Tools */

/** The promises that the client makes of more than one API. */
export const TOGETHER = [
  scenario(
    "a page that hears of a write reads it",
    ...OPEN_IN_BOTH,
    inA((tools) => listen(tools)),
    inB((tools) => listen(tools, "hears", () => read(tools))),
    inA(
      (tools) => write(tools, 1, () => tools.kept.channel.postMessage("written")),
      ...["A: put 1", "A: write complete", "B: hears written", "B: get 1", "B: read complete"],
    ),
  ),
  scenario(
    "the next holder of a lock reads what the last one wrote",
    ...OPEN_IN_BOTH,
    inA((tools) => request(tools), "A: it is granted"),
    inB((tools) => request(tools, {}, "it", () => read(tools))),
    inA(
      (tools) => write(tools, 1, () => end(tools)),
      ...["A: put 1", "A: write complete", "A: it ends: done"],
      ...["B: it is granted", "B: get 1", "B: read complete"],
    ),
    inB(end, "B: it ends: done"),
  ),
  scenario(
    "a page that hears of a note reads it",
    inA((tools) => listen(tools)),
    inB((tools) => listen(tools, "hears", () => tools.note(`${tools.storage.getItem(tools.name)}`))),
    inA(
      ({ storage, name, kept }) => {
        storage.setItem(name, "1");
        kept.channel.postMessage("noted");
      },
      ...["B: hears noted", "B: 1"],
    ),
  ),
];
