import { controlWorld } from "../../packages/local-services/src/fixtures/control.ts";

const KEY = "local-example-key";
const OWNER = { authorization: "Bearer owner" };

/** One of the simulation's people, with an account. */
export type Person = { name: "Alice" | "Bob"; email: string; password: string; uid: string };

/** The two people's accounts in the local services of a site, and what happens to them elsewhere. */
export async function createServices(origin: string) {
  const call = async (name: string, body: object, headers = {}): Promise<Record<string, unknown>> => {
    const response = await fetch(`${origin}/identitytoolkit.googleapis.com/v1/accounts:${name}?key=${KEY}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`accounts:${name} answered ${response.status}.`);
    return response.json();
  };
  const create = async (name: Person["name"]): Promise<Person> => {
    const own = { email: `${name.toLowerCase()}@example.com`, password: "example-correct-horse" };
    const { localId } = await call("signUp", { ...own, displayName: name, returnSecureToken: true });
    return { ...own, name, uid: String(localId) };
  };
  const people: readonly [Person, Person] = [await create("Alice"), await create("Bob")];
  return {
    world: controlWorld(origin, ""),
    people,
    /** Changes an account as an administrator does. */
    change: ({ uid }: Person, changes: object) => call("update", { localId: uid, ...changes }, OWNER),
  };
}
export type Services = Awaited<ReturnType<typeof createServices>>;
