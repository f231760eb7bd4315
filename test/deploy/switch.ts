import { readFileSync, writeFileSync } from "node:fs";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { Stage } from "./stage.ts";

const LONG = { timeout: 30_000 };

/**
 * Switches sessions to the browser and back to the server, by the guide's environment file and its restart of the
 * processes, while tabs of one browser stay open and Google answers nothing. Ends with ten tabs, all signed in: four from before the
 * switch, three from after it, and three from after the switch back.
 */
export async function switchModes(stage: Stage, context: BrowserContext, email: string): Promise<void> {
  const file = `${stage.work}/tallybin.env`;
  const restart = stage.here(stage.step(8).block(/systemctl restart/));
  const tabs: Page[] = [];
  const signedOut: string[] = [];

  const open = async (count: number): Promise<void> => {
    for (let tab = 0; tab < count; tab++) {
      const page = await context.newPage();
      page.on("framenavigated", (frame) => {
        if (frame.url().includes("/auth/")) signedOut.push(frame.url());
      });
      await page.goto("/settings/general");
      tabs.push(page);
    }
  };
  const expectSignedIn = async (): Promise<void> => {
    for (const page of tabs) await expect(page.getByRole("main")).toContainText(email, LONG);
    expect(signedOut).toEqual([]);
  };
  const control = async (path: string, init: RequestInit): Promise<void> => {
    const response = await fetch(`${stage.local}/__local/${path}`, {
      headers: { "content-type": "application/json" },
      ...init,
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  const switchTo = async (mode: "browser" | "server"): Promise<void> => {
    writeFileSync(file, readFileSync(file, "utf8").replace(/^SESSIONS=.*$/m, `SESSIONS=${mode}`));
    const body = JSON.stringify({ fault: { kind: "offline" }, endpoint: ["token", "accounts:*"] });
    await control("failures", { method: "POST", body });
    await stage.succeed(restart);
    await expectSignedIn();
    // A reload takes the new mode's configuration, and cannot exchange yet.
    for (const page of tabs.slice(0, 2)) await page.reload();
    await expectSignedIn();
    await control("failures", { method: "DELETE" });
  };

  await open(4);
  await expectSignedIn();
  await switchTo("browser");
  await open(3);
  await expectSignedIn();
  await switchTo("server");
  await open(3);
  for (const page of tabs) await page.reload();
  await expectSignedIn();
  for (const page of tabs) await page.close();
}
