import type { LocalServices } from "../../../../mocks/local-services.ts";

type Message = { sessionInfo: string; code: string };

/** Reads the code of a text message, as Google's emulator shows it. */
export async function codeOf(services: LocalServices, verificationId: string): Promise<string> {
  const url = `http://localhost:4100/emulator/v1/projects/${services.projectId}/verificationCodes`;
  const response = await services.handle(new Request(url));
  const shown: { verificationCodes?: Message[] } = await response?.json();
  return shown.verificationCodes?.find(({ sessionInfo }) => sessionInfo === verificationId)?.code ?? "";
}
