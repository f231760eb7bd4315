// Schemas of plain data, with valibot's names. valibot itself is a twelfth of the password-only client, mostly for issues
// that explain and quote the wrong value, which this client must never do, because the value may be a token.

/** Returns the parsed value, and adds the path of each wrong one to the list. */
export type Schema<Output> = (value: unknown, path: string, wrong: string[]) => Output;
export type GenericSchema = Schema<unknown>;
export type InferOutput<S> = S extends Schema<infer Output> ? Output : never;

type Entries = Readonly<Record<string, GenericSchema>>;
type OptionalName<E extends Entries> = {
  [Name in keyof E]: undefined extends InferOutput<E[Name]> ? Name : never;
}[keyof E];
type Flat<T> = { [Name in keyof T]: T[Name] };
type ObjectOf<E extends Entries> = Flat<
  { [Name in Exclude<keyof E, OptionalName<E>>]: InferOutput<E[Name]> } & {
    [Name in OptionalName<E>]?: InferOutput<E[Name]>;
  }
>;

export const custom =
  /* @__NO_SIDE_EFFECTS__ */
    <Output>(accepts: (value: unknown) => boolean): Schema<Output> =>
    (value, path, wrong) => {
      if (!accepts(value)) wrong.push(path);
      return value as Output;
    };

export function optional<Output>(schema: Schema<Output>): Schema<Output | undefined>;
export function optional<Output>(schema: Schema<Output>, fallback: NoInfer<Output>): Schema<Output>;
export function optional<Output>(schema: Schema<Output>, fallback?: Output): Schema<Output | undefined> {
  return (value, path, wrong) => (value === undefined ? fallback : schema(value, path, wrong));
}

export const array =
  /* @__NO_SIDE_EFFECTS__ */
    <Output>(item: Schema<Output>): Schema<Output[]> =>
    (value, path, wrong) => {
      if (Array.isArray(value)) return value.map((inner, index) => item(inner, `${path}.${index}`, wrong));
      wrong.push(path);
      return [];
    };

/** Members without a schema are dropped. */
export const object =
  /* @__NO_SIDE_EFFECTS__ */
    <E extends Entries>(entries: E): Schema<ObjectOf<E>> =>
    (value, path, wrong) => {
      const given = Object(value);
      if (given !== value) wrong.push(path);
      const members = Object.entries(entries).map(([name, schema]) => [
        name,
        schema(given[name], `${path}.${name}`, wrong),
      ]);
      return Object.fromEntries(members.filter(([, member]) => member !== undefined)) as ObjectOf<E>;
    };
