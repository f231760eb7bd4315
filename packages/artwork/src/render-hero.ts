import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createElement } from "react";
import { encodeVideo, writePosters } from "./hero/encode.ts";
import { HeroFrame } from "./hero/frame.tsx";
import { FPS, SECONDS } from "./hero/scene.ts";
import { toPng } from "./images.ts";

const out = fileURLToPath(new URL("../../../public/media/", import.meta.url));
const [flag, moment, file] = process.argv.slice(2);
const drawFrame = (t: number): Uint8Array => toPng(createElement(HeroFrame, { t }));
if (flag === "--still") {
  writeFileSync(file ?? "still.png", drawFrame(Number(moment ?? 0)));
} else {
  const frames = FPS * SECONDS;
  if (flag !== "--posters") await encodeVideo(out, frames, (frame) => drawFrame(frame / frames));
  await writePosters(out, drawFrame(0));
}
