/** One request on its way into an operation: already routed, authorised and read. */
export type Call = {
  request: Request;
  url: URL;
  /** Variable segments of the path. */
  params: { readonly [name: string]: string | undefined };
  /** Fields of the body, names camel-cased, values not yet checked. */
  fields: unknown;
  /** True for `Authorization: Bearer owner`, the emulator's administrator. */
  owner: boolean;
  /** Where these services are reachable, for links: `http://localhost:3000`. */
  origin: string;
};
