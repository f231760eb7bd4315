import type { Press } from "./visit.ts";

/** What is measured of a page, with the press that shows when it reacts. */
export type Row = {
  site: "built" | "plain";
  press: Press;
};
export type Subject = { path: string; isSignedIn: boolean; rows: readonly Row[] };

const MENU = "button[aria-controls]";
const menu: Press = {
  name: "the menu",
  control: MENU,
  done: { element: `${MENU}[aria-expanded=true]` },
};
const subscribe: Press = {
  name: "Subscribe",
  control: "footer form button[type=submit]",
  fill: { "footer form input[type=email]": "ada@example.com" },
  done: { request: /\/api\/newsletter$/ },
};
const submit = (name: string, request: RegExp, fill: Press["fill"] = {}): Press => ({
  name,
  control: "main form button[type=submit]",
  fill: { "main input[type=email]": "ada@example.com", ...fill },
  done: { request },
});
const password = (place: number) => ({
  [`main input[type=password] >> nth=${place}`]: "example-correct-horse",
});
const signIn = submit("Sign in", /signInWithPassword/, password(0));
const signUp = submit("Sign up", /accounts:signUp/, { ...password(0), ...password(1) });
const reset = submit("Reset password", /accounts:sendOobCode/);
const message = submit("Send message", /\/api\/sheets\/contact/, {
  "main textarea": "Two trucks, one line.",
});
const accountMenu: Press = {
  name: "the account menu",
  control: "header button:has-text('Account')",
  done: { element: "header button[aria-expanded=true]" },
};
const row: Press = {
  name: "a settings row",
  control: "main [href='#profile']",
  done: { element: "#profile-form:not([hidden])" },
};
const link = (href: string): Press => ({
  name: "a link",
  control: `main a[href^="${href}"] >> nth=0`,
  done: { request: new RegExp(`${href}$`) },
});

export const subjects: readonly Subject[] = [
  {
    path: "/",
    isSignedIn: false,
    rows: [
      { site: "built", press: menu },
      { site: "built", press: subscribe },
      { site: "plain", press: link("/solutions") },
    ],
  },
  {
    path: "/auth/signin",
    isSignedIn: false,
    rows: [
      { site: "built", press: signIn },
      { site: "plain", press: link("/auth/signup") },
    ],
  },
  { path: "/auth/signup", isSignedIn: false, rows: [{ site: "built", press: signUp }] },
  { path: "/auth/forgotpass", isSignedIn: false, rows: [{ site: "built", press: reset }] },
  { path: "/contact", isSignedIn: false, rows: [{ site: "built", press: message }] },
  { path: "/dashboard", isSignedIn: true, rows: [{ site: "built", press: accountMenu }] },
  {
    path: "/settings/general",
    isSignedIn: true,
    rows: [
      { site: "built", press: accountMenu },
      { site: "built", press: row },
    ],
  },
];
