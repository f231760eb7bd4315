/** Account steps that several flows share. */
export const MAIN = { css: "main" };
export const ACCOUNT_MENU = { role: "button", name: /account/i, within: { css: "header" } };
export const SIGN_IN_LINK = { role: "link", name: "Customer Login", within: { css: "header" } };
export const ALERT = { role: "alert", within: MAIN };
/** True once hydration is complete: the footer is there and its form has no `data-hold`. */
export const INTERACTIVE = `document.querySelector("footer form:not([data-hold])") !== null`;
export const openPage = async (tab, path) => {
  await tab.goto(path);
  await tab.until(INTERACTIVE, `${path} becoming interactive`);
};
export const GOOGLE = { role: "button", name: /^Sign in with Google/, within: MAIN };

let people = 0;
export const newPerson = () => ({
  email: `ada.${Date.now().toString(36)}.${people++}@example.com`,
  password: "example-correct-horse",
});

export async function signUp(tab, person, next = "") {
  await tab.goto(`/auth/signup${next && `?next=${next}`}`);
  await tab.fill("Email", person.email, MAIN);
  await tab.fill("Password", person.password, MAIN);
  await tab.fill("Confirm password", person.password, MAIN);
  await tab.click({ role: "button", name: "Sign up", within: MAIN });
  await tab.at(next || "/dashboard");
  await tab.see(ACCOUNT_MENU);
}

export async function fillSignIn(tab, person) {
  await tab.fill("Email", person.email, MAIN);
  await tab.fill("Password", person.password, MAIN);
  await tab.click({ role: "button", name: "Sign in", within: MAIN });
}

export async function signOut(tab) {
  await tab.click(ACCOUNT_MENU);
  await tab.click({ role: "menuitem", name: "Sign out" });
  await tab.gone(ACCOUNT_MENU);
}

/** @param {string} origin */
export const serverOf = (origin) => {
  const call = async (method, path, body, more = {}) => {
    const headers = { ...more, ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const response = await fetch(origin + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };
  const service = (path, body, headers) =>
    call("POST", `/identitytoolkit.googleapis.com/${path}?key=local-example-key`, body, headers);
  return {
    call,
    createAccount: (person) => service("v1/accounts:signUp", { ...person, returnSecureToken: true }),
    advance: (ms) => call("POST", "/__local/clock", { advance: ms }),
    resetClock: () => call("POST", "/__local/clock", { reset: true }),
    fail: (script) => call("POST", "/__local/failures", script),
    unfail: ({ id }) => fetch(`${origin}/__local/failures/${id}`, { method: "DELETE" }),
    /** The number of answered requests of an endpoint so far. */
    count: async (endpoint) => {
      const { requests } = await call("GET", "/__local/log");
      return requests.filter((request) => request.endpoint === endpoint).length;
    },
    mailTo: async (to, type) =>
      await call("GET", `/__local/outbox/latest?${new URLSearchParams({ to, type })}`),
  };
};
