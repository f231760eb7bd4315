import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { encodeVideo, writePosters } from "./hero/encode.ts";
import { openStage } from "./hero/open-stage.ts";
import { FPS, SECONDS } from "./hero/scene.ts";

const out = fileURLToPath(new URL("../../../public/media/", import.meta.url));
const [flag, moment, file] = process.argv.slice(2);
const stage = await openStage();
try {
  if (flag === "--still") {
    writeFileSync(file ?? "still.png", await stage.png(Number(moment ?? 0)));
  } else {
    const frames = FPS * SECONDS;
    if (flag !== "--posters") await encodeVideo(out, frames, (frame) => stage.png(frame / frames));
    await writePosters(out, await stage.png(0));
  }
} finally {
  await stage.close();
}
