import {
  createLocalServices,
  type LocalServices,
  type LocalServicesOptions,
} from "../../mocks/local-services.ts";

export const ORIGIN = "http://localhost:4200";

type Fields = Record<string, unknown>;
export type Exchange = { status: number; body: Fields; word: string | undefined; response: Response };

const serverCodeOf = (body: Fields): string | undefined => {
  const error = body["error"];
  return typeof error === "object" && error !== null && "message" in error
    ? String(error.message)
    : undefined;
};

/** Services, and a client of them that sends plain requests. */
export const connect = (options: LocalServicesOptions = {}) => {
  const services = createLocalServices({ seed: 1, ...options });
  return { services, ...clientOf(services) };
};

/** A client that sends plain requests, so that the tests do not depend on our client's assumptions about the API. */
export function clientOf(services: Pick<LocalServices, "handle" | "projectId">) {
  /** @param url also a path */
  const send = async (url: string, init: RequestInit = {}): Promise<Exchange> => {
    const response = await services.handle(new Request(new URL(url, ORIGIN), init));
    if (!response) throw new Error(`no handler for ${url}`);
    const text = response.type === "error" ? "" : await response.clone().text();
    const body: Fields = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {};
    return { status: response.status, body, word: serverCodeOf(body), response };
  };
  const post = (url: string, fields: unknown, headers: Record<string, string> = {}, method = "POST") =>
    send(url, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(fields),
    });

  const patch = (url: string, fields: unknown, headers: Record<string, string> = {}) =>
    post(url, fields, headers, "PATCH");

  return {
    send,
    patch,
    post,
    /** One method of Identity Toolkit v1 with an API key: `accounts:signUp`. */
    call: (method: string, fields: unknown) =>
      post(`/identitytoolkit.googleapis.com/v1/${method}?key=any-key`, fields),
    /** One method of v2. */
    call2: (method: string, fields: unknown) =>
      post(`/identitytoolkit.googleapis.com/v2/${method}?key=any-key`, fields),
    /** One method below the project, as administrator. */
    admin: (method: string, fields: unknown) =>
      post(`/identitytoolkit.googleapis.com/v1/projects/${services.projectId}/${method}`, fields, {
        authorization: "Bearer owner",
      }),
    refresh: (refreshToken: string) =>
      send("/securetoken.googleapis.com/v1/token?key=any-key", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }).toString(),
      }),
    signUp: async (email = "ada@example.test", password = "correct horse") => {
      const { body } = await post("/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any-key", {
        email,
        password,
        returnSecureToken: true,
      });
      return {
        uid: String(body["localId"]),
        idToken: String(body["idToken"]),
        refreshToken: String(body["refreshToken"]),
      };
    },
  };
}

export type Connection = ReturnType<typeof connect>;
