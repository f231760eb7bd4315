import { useEffect, useState } from "react";
import { frame } from "./qr-code.css.ts";

type DrawnCode = { text: string; size: number; path: string };

/** Draws one path of unit squares, so that no markup has to be built from text. */
async function drawCode(text: string): Promise<DrawnCode> {
  const { encode } = await import("uqr"); // load it lazily, because only the setup of an authenticator needs it
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { text, size, path };
}

/** A QR code drawn in the browser: its content, such as an enrollment secret, never leaves the page. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<DrawnCode | undefined>(undefined);
  useEffect(() => {
    drawCode(text).then(setDrawn, () => undefined); // the typed key beside it has the same content
  }, [text]);
  return (
    <div className={frame}>
      {drawn?.text === text && (
        <svg
          viewBox={`0 0 ${drawn.size} ${drawn.size}`}
          role="img"
          aria-label={label}
          shapeRendering="crispEdges"
          fill="#000"
        >
          <path d={drawn.path} />
        </svg>
      )}
    </div>
  );
}
