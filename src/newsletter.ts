import { endRefusedSession, idTokenIfAny } from "./identity.ts";

const ENDED_SESSION = "auth/invalid-user-token";

/** Where subscriptions go. The header is the contract's, word for word: "undefined" when nobody is signed in. */
export const newsletterEndpoint = {
  url: "/api/newsletter",
  async subscribe(email: string): Promise<void> {
    try {
      const response = await fetch(newsletterEndpoint.url, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${await idTokenIfAny()}` },
        body: JSON.stringify({ email }),
      });
      const answer: unknown = await response.json();
      if (typeof answer === "object" && answer !== null && "code" in answer && answer.code === ENDED_SESSION)
        await endRefusedSession();
    } catch {
      // Not shown to the person: the specification's optimism.
    }
  },
};
