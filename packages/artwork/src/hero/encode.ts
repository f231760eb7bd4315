import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FPS, SECONDS } from "./scene.ts";

const ENCODER = process.env["FFMPEG"] ?? "ffmpeg";
const QUIET = "-y -loglevel error";
// One key frame per loop, because players never seek within a looping background.
const KEY_FRAMES = `-g ${FPS * SECONDS}`;
// Names the color matrix: players would guess it from the height, and lime becomes yellowish.
const VIDEO = "-vf scale=out_color_matrix=bt709:out_range=tv -pix_fmt yuv420p -an";
const VIDEO_TAGS = "-colorspace bt709 -color_primaries bt709 -color_trc bt709";

const videos: Readonly<Record<string, string>> = {
  // Every phone's decoder supports level 3.2 with 4 reference frames at 720p60.
  "hero.mp4": `-c:v libx264 -preset veryslow -crf 23 -profile:v high -level:v 3.2 -refs 4 ${KEY_FRAMES} -movflags +faststart`,
  "hero.webm": `-c:v libvpx-vp9 -b:v 0 -crf 33 -row-mt 1 -deadline good -cpu-used 2 ${KEY_FRAMES}`,
};

const POSTER_WIDTHS = [1280, 640];
/** Filter and encoder for each poster format, best format first. */
const posters: Readonly<Record<string, readonly [filter: string, encoder: string]>> = {
  avif: [
    "out_color_matrix=bt709:out_range=pc",
    "-pix_fmt yuv444p -c:v libaom-av1 -still-picture 1 -crf 30 -cpu-used 3 -colorspace bt709 -color_primaries bt709 -color_trc iec61966-2-1 -color_range pc",
  ],
  webp: ["flags=lanczos", "-c:v libwebp -quality 78"],
  jpg: ["flags=lanczos", "-q:v 5"],
};

/** Runs ffmpeg with arguments split at spaces; file names are separate, because they may contain spaces. */
function runFfmpeg(source: string, options: string, target: string): void {
  const words = [...QUIET.split(" "), "-i", source, ...options.split(" "), target];
  const { status, error } = spawnSync(ENCODER, words, { stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`ffmpeg failed: ${target}`, { cause: error });
  console.log(`${target} ${(statSync(target).size / 1000).toFixed(0)} kB`);
}

async function withScratchFolder(work: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hero-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Renders the frames once into a lossless master, then encodes each delivery format from it. */
export async function encodeVideo(out: string, frames: number, png: (frame: number) => Uint8Array) {
  mkdirSync(out, { recursive: true });
  await withScratchFolder(async (folder) => {
    const master = join(folder, "master.mkv");
    const words = `${QUIET} -f image2pipe -framerate ${FPS} -c:v png -i - -c:v ffv1`.split(" ");
    const encoder = spawn(ENCODER, [...words, master], { stdio: ["pipe", "inherit", "inherit"] });
    for (let frame = 0; frame < frames; frame++)
      if (!encoder.stdin.write(png(frame))) await once(encoder.stdin, "drain");
    encoder.stdin.end();
    await once(encoder, "close");
    for (const [name, options] of Object.entries(videos))
      runFfmpeg(master, `${VIDEO} ${options} ${VIDEO_TAGS}`, join(out, name));
  });
}

export async function writePosters(out: string, png: Uint8Array): Promise<void> {
  await withScratchFolder((folder) => {
    const source = join(folder, "poster.png");
    writeFileSync(source, png);
    for (const width of POSTER_WIDTHS)
      for (const [format, [filter, encoder]] of Object.entries(posters)) {
        const target = join(out, `hero-poster-${width}.${format}`);
        runFfmpeg(source, `-vf scale=${width}:-2:${filter} -frames:v 1 ${encoder}`, target);
      }
  });
}
