import { expect, test } from "vitest";
import { PasswordSection } from "../../src/pages/settings/password/password-section.tsx";
import { only, render, settle } from "./support/render.tsx";
import { ADA, open, signUpAda, startSite } from "./support/site.tsx";
import { until } from "./support/until.ts";

const local = startSite();

/** Fills in a field like a password manager: no event tells the page. */
const fill = (name: string, value: string) => {
  only<HTMLInputElement>(`main [name=${name}]`).value = value;
};
const submit = (name: string) =>
  settle(() => only<HTMLInputElement>(`main [name=${name}]`).form?.requestSubmit());
const sent = (path: string) => local.sent(path).map(({ body }) => JSON.parse(body));

test.each([
  { path: "/auth/signin", to: "accounts:signInWithPassword", names: ["pass"], body: ADA },
  { path: "/auth/signup", to: "accounts:signUp", names: ["pass", "confirmPass"], body: ADA },
  { path: "/auth/forgotpass", to: "accounts:sendOobCode", names: [], body: { email: ADA.email } },
])(
  "the form of $path sends what a password manager filled in without an event",
  async ({ path, to, names, body }) => {
    await open(path);
    await until(() => fill("email", ADA.email));
    for (const name of names) fill(name, ADA.password);
    await submit("email");
    await until(() => expect(sent(to)).toMatchObject([body]));
  },
);

test("the settings change a password that was filled in without an event", async () => {
  const user = await signUpAda();
  await render(
    <main>
      <PasswordSection user={user} />
    </main>,
  );
  fill("current", ADA.password);
  for (const name of ["password", "confirm"]) fill(name, "another-correct-horse");
  await submit("current");
  await until(() => expect(sent("accounts:update")).toMatchObject([{ password: "another-correct-horse" }]));
});

test("the contact form sends what was filled in without an event", async () => {
  await open("/contact");
  await submit("email");
  await until(() => expect(document.activeElement?.getAttribute("name")).toBe("email")); // the code has loaded
  fill("name", "Ada");
  fill("email", ADA.email);
  fill("message", "Two trucks.");
  await submit("email");
  await until(() => expect(sent("contact")).toEqual([[["Ada", ADA.email, "Two trucks."]]]));
});
