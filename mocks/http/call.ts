/** One request for an operation: already routed, authorized and parsed. */
export type Call = {
  request: Request;
  url: URL;
  /** Variable segments of the path. */
  params: { readonly [name: string]: string | undefined };
  /** Fields of the body, names camel-cased, values unchecked. */
  fields: unknown;
  /** True for `Authorization: Bearer owner`, the emulator's administrator. */
  owner: boolean;
  /** The address of these services, for links: `http://localhost:3000`. */
  origin: string;
};
