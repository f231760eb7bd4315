import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { StoredDataAlert } from "../../src/account/account-alerts.tsx";
import { prepareDeletion, saveStoredProfile } from "../../src/account/document-actions.ts";
import { userDocument } from "../../src/account/live-document.ts";
import { storedUser } from "../../src/account/stored-user-store.ts";
import { render, settle, texts } from "./support/render.tsx";
import { signUpAda, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

const code = vi.hoisted(() => ({ isOutOfReach: false, refused: 0 }));
/** The chunk is the real one. Only its fetch fails. */
vi.mock("../../src/account/open-document.lazy.ts", async (importOriginal) => {
  if (!code.isOutOfReach) return await importOriginal<object>();
  code.refused += 1;
  throw new TypeError("Failed to fetch dynamically imported module");
});

const local = startSite();
let uid = "";

beforeAll(() => userDocument.start());
beforeEach(async () => {
  ({ uid } = await signUpAda());
});
afterEach(() => {
  code.isOutOfReach = false;
});

const said = () => texts("[role=alert]").join();
const changes = { changes: { name: "Ada" }, base: { name: "" } };

// Loaded code stays loaded, so this is the only test of its file.
test("the page reports that the user document's code failed to load, and the next save and deletion load the code again", async () => {
  code.isOutOfReach = true;
  await render(<StoredDataAlert />);
  await until(() => expect(said()).toContain("could not be fetched"));
  expect(said()).not.toContain("database");
  await expect(saveStoredProfile(uid, changes)).rejects.toThrow();
  await expect(prepareDeletion(uid)).rejects.toThrow();
  expect(local.sent("documents:commit")).toEqual([]);

  code.isOutOfReach = false;
  await saveStoredProfile(uid, changes);
  await until(() => expect(storedUser.get()).toMatchObject({ snapshot: { data: { name: "Ada" } } }));
  await settle(() => undefined);
  expect(said()).toBe("");
  await (await prepareDeletion(uid))();
  await until(() => expect(storedUser.get()).toMatchObject({ snapshot: { exists: false } }));
  expect(code.refused).toBeGreaterThan(0);
});
