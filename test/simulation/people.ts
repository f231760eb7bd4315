import type { LocalServices } from "../../mocks/local-services.ts";
import type { User } from "../../packages/identity/src/user.ts";

/** A person with an account. */
export type Person = { name: string; email: string; password: string; uid: string };

export async function createPerson(services: LocalServices, name: string): Promise<Person> {
  const person = { name, email: `${name.toLowerCase()}@example.com`, password: `${name} and her password` };
  const body = JSON.stringify({ ...person, name: undefined, returnSecureToken: true });
  const response = await services.handle(
    new Request("http://localhost/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local-example-key", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    }),
  );
  const { localId = "" } = ((await response?.json()) ?? {}) as { localId?: string };
  return { ...person, uid: localId };
}

type Shown = Pick<User, "uid" | "email" | "displayName">;

/** Finds the other person whose email address or name stands beside a user's ID. A name begins with its person's. */
export const strangerAmong =
  (people: readonly Person[]) =>
  ({ uid, email, displayName = "" }: Shown): string | undefined =>
    people.find((other) => other.uid !== uid && (other.email === email || displayName.startsWith(other.name)))
      ?.name;
