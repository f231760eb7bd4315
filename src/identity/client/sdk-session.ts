import { mayHaveDatabase } from "../../lib/site-data.ts";

/** Whether this browser may hold a session of Google's SDK, which keeps it in this database. */
export const mayHoldSdkSession = (): Promise<boolean> => mayHaveDatabase("firebaseLocalStorageDb");
