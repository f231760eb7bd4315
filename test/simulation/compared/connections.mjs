import {
  close,
  end,
  holdWrite,
  OPEN_IN_A,
  OPEN_IN_BOTH,
  onVersionChange,
  open,
  openBlocking,
  read,
  write,
} from "./database.mjs";
import { closing, inA, inB, scenario } from "./script.mjs";

export const CONNECTIONS = [
  scenario("the first connection of a profile upgrades the database", ...OPEN_IN_BOTH),
  scenario(
    "two connections of a page open in order",
    inA(
      async (tools) => {
        tools.note("asks twice");
        await Promise.all([open(tools), open(tools).then(() => tools.note("the second is open"))]);
      },
      "A: asks twice",
      "A: upgrade",
      "A: open, version 1",
      "A: open, version 1",
      "A: the second is open",
    ),
  ),
  scenario(
    "a closed connection ends what it has begun, and begins nothing more",
    ...OPEN_IN_A,
    inA(
      (tools) => {
        write(tools);
        close(tools);
        write(tools);
      },
      ...["A: fails: InvalidStateError", "A: put 1", "A: write complete"],
    ),
  ),
  scenario(
    "a page that has closed blocks no upgrade",
    ...OPEN_IN_A,
    closing("A"),
    inB((tools) => open(tools, 2), "B: upgrade", "B: open, version 2"),
  ),
  scenario(
    "a connection that closes on a version change blocks no upgrade",
    ...OPEN_IN_A,
    inA((tools) => onVersionChange(tools, true)),
    inB((tools) => open(tools, 2), "A: version change", "B: upgrade", "B: open, version 2"),
    inA(read, "A: fails: InvalidStateError"),
  ),
  scenario(
    "a connection that stays open blocks an upgrade until it closes",
    inA(openBlocking, "A: upgrade", "A: open, version 1"),
    inB((tools) => open(tools, 2), "A: version change", "B: blocked"),
    inA(close, "B: upgrade", "B: open, version 2"),
  ),
  scenario(
    "a page that closes ends the blocking of an upgrade",
    inA(openBlocking, "A: upgrade", "A: open, version 1"),
    inB((tools) => open(tools, 2), "A: version change", "B: blocked"),
    closing("A", "B: upgrade", "B: open, version 2"),
  ),
  scenario(
    "a connection waits for an upgrade that is blocked",
    inA(openBlocking, "A: upgrade", "A: open, version 1"),
    inB((tools) => open(tools, 2), "A: version change", "B: blocked"),
    inA((tools) => {
      tools.kept.other = tools.kept.connection;
      void open(tools);
    }),
    inA(({ kept }) => kept.other.close(), "A: open, version 2", "B: upgrade", "B: open, version 2"),
  ),
  scenario(
    "an upgrade waits for the running write of a connection that closes",
    ...OPEN_IN_A,
    inA((tools) => {
      onVersionChange(tools, true);
      holdWrite(tools);
    }, "A: put 1"),
    inB((tools) => open(tools, 2), "A: version change"),
    inA(end, "A: write complete", "B: upgrade", "B: open, version 2"),
  ),
  scenario(
    "an older version than the stored one is refused",
    inA((tools) => open(tools, 2), "A: upgrade", "A: open, version 2"),
    inB((tools) => open(tools, 1), "B: not open: VersionError"),
    inB((tools) => open(tools), "B: open, version 2"),
  ),
];
