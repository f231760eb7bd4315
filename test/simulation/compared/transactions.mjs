import {
  begin,
  end,
  get,
  holdRead,
  holdWrite,
  increase,
  KEY,
  OPEN_IN_A,
  OPEN_IN_BOTH,
  open,
  put,
  read,
  watch,
  write,
} from "./database.mjs";
import { closing, inA, inB, nameOf, scenario } from "./script.mjs";

export const TRANSACTIONS = [
  scenario(
    "the requests of a transaction succeed in order",
    ...OPEN_IN_A,
    inA(
      (tools) => {
        write(tools);
        get(tools);
        watch(tools, tools.kept.store.delete(KEY), "delete");
        get(tools);
      },
      ...["A: put 1", "A: get 1", "A: delete", "A: get", "A: write complete"],
    ),
  ),
  scenario(
    "two writes of one connection run one after the other",
    ...OPEN_IN_A,
    inA(
      (tools) => {
        increase(tools, begin(tools, "readwrite", { name: "first" }));
        increase(tools, begin(tools, "readwrite", { name: "second" }));
        read(tools);
      },
      ...["A: put 1", "A: first complete", "A: put 2", "A: second complete", "A: get 2", "A: read complete"],
    ),
  ),
  scenario(
    "two writes of two connections of a page run one after the other",
    ...OPEN_IN_A,
    inA(async (tools) => {
      tools.kept.other = tools.kept.connection;
      await open(tools);
    }, "A: open, version 1"),
    inA(
      (tools) => {
        increase(tools, begin(tools, "readwrite", { name: "first", connection: tools.kept.other }));
        increase(tools, begin(tools, "readwrite", { name: "second" }));
      },
      ...["A: put 1", "A: first complete", "A: put 2", "A: second complete"],
    ),
  ),
  scenario(
    "a write waits for the running write of another page",
    ...OPEN_IN_BOTH,
    inA(holdWrite, "A: put 1"),
    inB((tools) => increase(tools, begin(tools, "readwrite"))),
    inA(end, "A: write complete", "B: put 2", "B: write complete"),
  ),
  scenario(
    "a read waits for the running write of another page",
    ...OPEN_IN_BOTH,
    inA(holdWrite, "A: put 1"),
    inB(read),
    inA(end, "A: write complete", "B: get 1", "B: read complete"),
  ),
  scenario(
    "a write waits for the running read of another page",
    ...OPEN_IN_BOTH,
    inA(holdRead),
    inB((tools) => write(tools)),
    inA(end, "A: read complete", "B: put 1", "B: write complete"),
  ),
  scenario(
    "the reads of two pages run at the same time",
    ...OPEN_IN_BOTH,
    inA(holdRead),
    inB(read, "B: get", "B: read complete"),
    inA(end, "A: read complete"),
  ),
  scenario(
    "a transaction that aborts after its put has succeeded stores nothing",
    ...OPEN_IN_A,
    inA((tools) => write(tools), "A: put 1", "A: write complete"),
    inA(
      (tools) => {
        const { transaction } = begin(tools, "readwrite");
        put(tools, 2, undefined, () => {
          get(tools);
          transaction.abort();
        });
      },
      ...["A: put 2", "A: get: AbortError", "A: write aborted: no error"],
    ),
    inA(read, "A: get 1", "A: read complete"),
  ),
  scenario(
    "a request that fails aborts its transaction",
    ...OPEN_IN_A,
    inA(
      (tools) => {
        write(tools);
        watch(tools, tools.kept.store.add(2, KEY), "add");
      },
      ...["A: put 1", "A: add: ConstraintError", "A: write aborted: ConstraintError"],
    ),
    inA(read, "A: get", "A: read complete"),
  ),
  scenario(
    "a value that cannot be copied is refused at once, and its transaction goes on",
    ...OPEN_IN_A,
    inA(
      (tools) => {
        write(tools);
        try {
          tools.kept.store.put(() => {}, KEY);
        } catch (error) {
          tools.note(nameOf(error));
        }
      },
      ...["A: DataCloneError", "A: put 1", "A: write complete"],
    ),
  ),
  scenario(
    "a transaction takes requests from promises of its own callbacks",
    ...OPEN_IN_A,
    inA(
      (tools) => {
        begin(tools, "readwrite").get(KEY).onsuccess = async () => {
          await Promise.resolve();
          await Promise.resolve();
          put(tools, 1);
        };
      },
      ...["A: put 1", "A: write complete"],
    ),
  ),
  scenario(
    "a transaction that runs takes no request from another task",
    ...OPEN_IN_A,
    inA(holdWrite, "A: put 1"),
    inA((tools) => get(tools), "A: fails: TransactionInactiveError"),
    inA(end, "A: write complete"),
  ),
  scenario(
    "a page that closes takes its running write with it",
    ...OPEN_IN_BOTH,
    inA(holdWrite, "A: put 1"),
    inB(read),
    closing("A", "B: get", "B: read complete"),
  ),
  scenario(
    "a page that closes takes its waiting write with it",
    ...OPEN_IN_BOTH,
    inA(holdWrite, "A: put 1"),
    inB((tools) => write(tools, 2)),
    closing("B"),
    inA(end, "A: write complete"),
    inA(read, "A: get 1", "A: read complete"),
  ),
];
