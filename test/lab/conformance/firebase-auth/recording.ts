/** The same package. Notes in `used` which exports are read. */
export function recording<Sdk extends object>(sdk: Sdk, used: Set<string>): Sdk {
  return new Proxy({} as Sdk, {
    get: (_, name) => {
      if (typeof name === "string") used.add(name);
      return Reflect.get(sdk, name);
    },
  });
}
