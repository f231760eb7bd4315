import { closing, inA, inB, scenario } from "./script.mjs";

/** @typedef {import("./script.mjs").Tools} Tools */

/** Opens a channel, and notes what it hears. @param {Tools} tools */
export const listen = ({ channel, name, note, kept }, who = "hears", then = () => {}) => {
  kept.channel = channel(name);
  kept.channel.addEventListener("message", ({ data }) => {
    note(`${who} ${data}`);
    then();
  });
};
/** @param {string[]} texts */
const posting =
  (...texts) =>
  (/** @type {Tools} */ { kept }) => {
    for (const text of texts) kept.channel.postMessage(text);
  };
/** @param {Tools} tools */
const close = ({ kept }) => kept.channel.close();

const LISTENING = [inA((tools) => listen(tools)), inB((tools) => listen(tools))];

export const MESSAGES = [
  scenario(
    "the messages of a page arrive in order, and not at their sender",
    ...LISTENING,
    inA(
      posting("1", "2", "3", "4", "5"),
      "B: hears 1",
      "B: hears 2",
      "B: hears 3",
      "B: hears 4",
      "B: hears 5",
    ),
  ),
  scenario(
    "another channel of the same page hears a message",
    inA((tools) => listen(tools, "the first hears")),
    inA((tools) => listen(tools, "the second hears")),
    inA(posting("1"), "A: the first hears 1"),
  ),
  scenario(
    "a channel of another name hears nothing",
    inA((tools) => listen(tools)),
    inB((tools) => listen({ ...tools, name: `${tools.name}, again` })),
    inA(posting("1")),
  ),
  scenario("a closed channel hears nothing", ...LISTENING, inB(close), inA(posting("1"))),
  scenario(
    "a closed channel refuses to post",
    ...LISTENING,
    inA(close),
    inA(posting("1"), "A: fails: InvalidStateError"),
  ),
  scenario(
    "a message arrives although its channel closes at once",
    ...LISTENING,
    inA((tools) => {
      posting("1")(tools);
      close(tools);
    }, "B: hears 1"),
  ),
  scenario(
    "a page that opens again hears later messages only",
    ...LISTENING,
    closing("B"),
    inA(posting("1")),
    inB((tools) => listen(tools)),
    inA(posting("2"), "B: hears 2"),
  ),
];

export const NOTES = [
  scenario(
    "a note is empty before it is written, and another page reads it",
    inB(({ storage, name, note }) => note(`${storage.getItem(name)}`), "B: null"),
    inA(({ storage, name }) => storage.setItem(name, "1")),
    inB(({ storage, name, note }) => note(`${storage.getItem(name)}`), "B: 1"),
  ),
  scenario(
    "a note outlives its page",
    inA(({ storage, name }) => storage.setItem(name, "1")),
    closing("A"),
    inA(({ storage, name, note }) => note(`${storage.getItem(name)}`), "A: 1"),
  ),
];
