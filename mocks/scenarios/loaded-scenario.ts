/** A scenario's account, with everything that a test needs to sign in. */
export type ScenarioAccount = {
  uid: string;
  email: string;
  password?: string;
  totpSecret?: string;
  mfaEnrollmentId?: string;
  phoneNumber?: string;
  /** The ID is base64url, the rest base64, as a virtual authenticator takes them. */
  passkey?: { credentialId: string; rpId: string; userHandle: string; privateKey: string };
  idToken?: string;
  refreshToken?: string;
};

/**
 * The data of the first account directly, and all accounts in a list. A scenario without accounts has an empty `uid`
 * and `email`.
 */
export type LoadedScenario = { name: string; tells: string; accounts: ScenarioAccount[] } & ScenarioAccount;

/**
 * This file imports no other part of the services, so that the service context can hold the type without an import
 * cycle.
 */
export type Scenarios = {
  list(): { name: string; tells: string; email: string }[];
  /**
   * Loads a scenario. Without an address, resets the services first. With one, adds the scenario under that address
   * and keeps existing data, so that tests can share one set of services.
   */
  load(name: string, options?: { email?: string }): Promise<LoadedScenario>;
};
