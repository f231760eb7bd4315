import { describe, expect, test } from "vitest";
import { selectWorld } from "../../../mocks/worlds/worlds.ts";

const worldOf = (url: string, headers: Record<string, string> = {}) =>
  selectWorld(new Request(url, { headers }));
const PORT = "http://localhost:9099";
const TOOLKIT = `${PORT}/identitytoolkit.googleapis.com`;
const FIRESTORE = "/v1/projects/world-7/databases/(default)/documents/users/ada";
const DATABASE = encodeURIComponent("projects/world-7/databases/(default)");

describe("a request names its world", () => {
  test.each([
    ["an API key in the address", `${TOOLKIT}/v1/accounts:signUp?key=world-7`],
    ["the API key of a mailed link or a popup", `${PORT}/emulator/action?apiKey=world-7&oobCode=x`],
    ["the project of an administrator's call", `${TOOLKIT}/v1/projects/world-7/accounts:lookup`],
    ["the project of a document", `${PORT}${FIRESTORE}`],
    ["the project of a document, escaped", `${PORT}${FIRESTORE.replaceAll("(default)", "%28default%29")}`],
    ["the project of a commit", `${PORT}/v1/projects/world-7/databases/(default)/documents:commit`],
    [
      "the database of a WebChannel",
      `${PORT}/google.firestore.v1.Firestore/Listen/channel?database=${DATABASE}&SID=1`,
    ],
    ["the host", "http://world-7.localhost:9099/__local/clock"],
    ["the parameter of control endpoints", `${PORT}/__local/clock?world=world-7`],
    [
      "Google's own address with the key",
      "https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=world-7",
    ],
    ["all of them at once", `http://world-7.localhost:9099${FIRESTORE}?key=world-7&world=world-7`],
  ])("a request names its world by %s", (_, url) => {
    expect(worldOf(url)).toBe("world-7");
  });

  test("a request names its world by an API key in a header", () => {
    expect(worldOf(`${TOOLKIT}/v1/accounts:signUp`, { "x-goog-api-key": "world-7" })).toBe("world-7");
  });

  test("a host label of any form names the world of a request, and unknown API keys and projects mean the default world", () => {
    expect(worldOf("http://w7.localhost:9099/__local/clock")).toBe("w7");
    expect(worldOf(`http://w7.localhost:9099${FIRESTORE.replace("world-7", "my-app")}?key=my-key`)).toBe(
      "w7",
    );
    expect(worldOf(`${TOOLKIT}/v1/accounts:signUp?key=my-key`)).toBeUndefined();
    expect(worldOf(`${PORT}${FIRESTORE.replace("world-7", "demo-app")}`)).toBeUndefined();
    expect(worldOf("http://127.0.0.1:9099/__local/clock")).toBeUndefined();
  });
});

describe("an invalid world name", () => {
  test("a request that names two worlds is refused", () => {
    expect(() =>
      worldOf(`http://w7.localhost/identitytoolkit.googleapis.com/v1/projects?key=world-8`),
    ).toThrow("This request names two worlds, w7 and world-8.");
  });

  test.each(["Big", "two words", "-x", "x-", "a.b", "ä", "x".repeat(55), "../x"])(
    "the world name %s is refused",
    (name) => {
      expect(() => worldOf(`${PORT}/__local/clock?world=${encodeURIComponent(name)}`)).toThrow(
        "is no name for a world",
      );
    },
  );
});
