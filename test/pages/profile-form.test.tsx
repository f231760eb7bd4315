import { beforeAll, beforeEach, expect, test } from "vitest";
import { saveStoredProfile } from "../../src/account/document-actions.ts";
import { userDocument } from "../../src/account/live-document.ts";
import { useProfile } from "../../src/account/profile.ts";
import { ProfileConflict } from "../../src/account/profile-changes.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { ProfileSection } from "../../src/pages/settings/profile/profile-section.tsx";
import { field, only, problems, render, settle, texts, type } from "./support/render.tsx";
import { signUpAda, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

const local = startSite();
let uid = "";

beforeAll(() => userDocument.start());

function Section() {
  const profile = useProfile();
  return profile?.isComplete ? <ProfileSection key={profile.uid} profile={profile} /> : null;
}
const press = () => settle(() => only<HTMLButtonElement>("button[type=submit]").click());
const saved = () => until(() => expect(texts("[role=status]")).toEqual(["Your profile is saved."]));
const documentUrl = () =>
  `${window.location.origin}/v1/projects/demo-project/databases/(default)/documents/users/${uid}`;
const headers = { authorization: "Bearer owner", "content-type": "application/json" };

/** Another device, or the payment provider, writes these fields. */
const writeElsewhere = async (fields: Record<string, string | null>): Promise<void> => {
  const mask = Object.keys(fields).map((name) => `updateMask.fieldPaths=${name}`);
  const values = Object.entries(fields).map(([name, value]) => [
    name,
    value === null ? { nullValue: null } : { stringValue: value },
  ]);
  const body = JSON.stringify({ fields: Object.fromEntries(values) });
  const request = new Request(`${documentUrl()}?${mask.join("&")}`, { method: "PATCH", headers, body });
  expect((await local.services.handle(request))?.status).toBe(200);
};
const stored = async (): Promise<Record<string, string>> => {
  const response = await local.services.handle(new Request(documentUrl(), { headers }));
  const { fields = {} }: { fields?: Record<string, { stringValue: string }> } = JSON.parse(
    (await response?.text()) ?? "{}",
  );
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.stringValue]));
};

beforeEach(async () => {
  ({ uid } = await signUpAda());
  await until(() => expect(local.sent("documents:commit").length).toBeGreaterThan(0));
  await writeElsewhere({ name: "Ada", picture: "https://pictures.example/1.png" });
  await render(<Section />);
  await until(() => expect(field("name").value).toBe("Ada"));
  local.requests.length = 0;
});

test("the profile form shows changes from another device even after it has saved", async () => {
  await type(field("name"), "Ada L.");
  await press();
  await saved();
  await writeElsewhere({ name: "Grace", picture: "https://pictures.example/2.png" });
  await until(() => expect(field("name").value).toBe("Grace"));
  expect(field("picture").value).toBe("https://pictures.example/2.png");
});

test("the profile form sends only the edited field", async () => {
  await type(field("name"), "Ada L.");
  await press();
  await saved();
  const [commit] = local.sent("documents:commit");
  expect(commit?.body).toContain("Ada L.");
  expect(commit?.body).not.toContain("picture");
  const updates = local.requests.filter(({ path }) => path === "accounts:update");
  expect(updates.map(({ body }) => Object.keys(JSON.parse(body)).includes("photoUrl"))).toEqual([false]);
});

test("saving a name on a device that shows an old picture keeps the newer picture", async () => {
  const release = local.hold("channel"); // keeps the shown document outdated
  await type(field("name"), "Ada L.");
  await writeElsewhere({ picture: "https://pictures.example/newer.png" });
  await press();
  await saved();
  release();
  expect(await stored()).toMatchObject({ name: "Ada L.", picture: "https://pictures.example/newer.png" });
});

test("a save reports another device's change of the same field, and only a second save replaces the change", async () => {
  await type(field("name"), "Ada L.");
  await writeElsewhere({ name: "Grace" });
  await press();
  await until(() => expect(texts("[role=alert]").join()).toMatch(/name changed on another device/));
  expect(await stored()).toMatchObject({ name: "Grace" });
  expect(field("name").value).toBe("Ada L.");
  expect(local.sent("accounts:update")).toEqual([]);
  await press();
  await saved();
  expect(await stored()).toMatchObject({ name: "Ada L." });
});

test("a save does not overwrite a change that another device makes between the save's comparison and its write", async () => {
  const release = local.hold("documents:commit");
  await type(field("name"), "Ada L.");
  await press();
  await until(() => expect(local.sent("documents:commit")).toHaveLength(1));
  await writeElsewhere({ name: "Grace" });
  release();
  await until(() => expect(texts("[role=alert]").join()).toMatch(/name changed on another device/));
  expect(await stored()).toMatchObject({ name: "Grace" });
});

test("a write by the payment provider during an edit does not count as a conflict", async () => {
  await type(field("name"), "Ada L.");
  await writeElsewhere({ stripeSubscriptionStatus: "active" });
  await press();
  await saved();
  expect(await stored()).toMatchObject({ name: "Ada L.", stripeSubscriptionStatus: "active" });
});

test.each(["documents:commit", "accounts:update"])(
  "a save of which only a part succeeds, because %s fails, is reported, keeps the text and can be repeated",
  async (endpoint) => {
    local.services.failures.add({ endpoint, fault: { kind: "status", status: 503 } });
    await type(field("name"), "Ada L.");
    await press();
    await until(() => expect(texts("[role=alert]").join()).toContain("Only part of your profile was saved"));
    expect(field("name").value).toBe("Ada L.");
    local.services.failures.clear();
    await press();
    await saved();
  },
);

test("a field that other software has set to null hides no other field", async () => {
  await writeElsewhere({ name: null, picture: "https://pictures.example/2.png" });
  await until(() => expect(field("picture").value).toBe("https://pictures.example/2.png"));
  expect(field("name").value).toBe("");
});

test("text typed into the profile form during a save stays in the form", async () => {
  const release = local.hold("documents:commit");
  await type(field("name"), "Ada L.");
  await press();
  await type(field("name"), "Ada Lovelace");
  release();
  await saved();
  expect(field("name").value).toBe("Ada Lovelace");
  await press();
  await until(async () => expect(await stored()).toMatchObject({ name: "Ada Lovelace" }));
});

test("the profile form stores no user document for an account that another device deleted", async () => {
  await type(field("name"), "Ada L.");
  local.services.reset();
  await press();
  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
  expect(local.sent("documents:commit")).toEqual([]);
});

test.each([
  ["name", "Ada ".repeat(70)],
  ["picture", `https://pictures.example/${"a".repeat(2048)}`],
])("the profile form refuses a too long %s and saves it nowhere", async (name, value) => {
  await type(field(name), value);
  await press();
  await until(() => expect(problems().join()).toContain("characters"));
  expect(local.sent("accounts:update")).toEqual([]);
  expect(local.sent("documents:commit")).toEqual([]);
});

test("of two devices that create the document at a time, the later one learns of the other's name", async () => {
  await local.services.handle(new Request(documentUrl(), { method: "DELETE", headers }));
  const release = local.hold("documents:commit");
  const saving = saveStoredProfile(uid, { changes: { name: "Ada L." }, base: { name: "" } });
  const outcome = saving.catch((error: unknown) => error);
  await until(() => expect(local.sent("documents:commit")).toHaveLength(1));
  await writeElsewhere({ name: "Grace" });
  release();
  expect(await outcome).toBeInstanceOf(ProfileConflict);
  expect(await stored()).toEqual({ name: "Grace" });
});
