import { type ComponentType, Suspense, useState } from "react";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import * as styles from "./drawing.css.ts";

type DrawnPicture = ComponentType<{ decorative?: boolean }>;

/**
 * A drawn picture that needs no script in the first view. On a prerendered page the drawing is already in the HTML
 * and never changes, so React leaves it alone. Its code loads only after a navigation to the page.
 */
export function lazyDrawing(load: () => Promise<DrawnPicture>, width = 480, height = 384) {
  const Room = () => (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true" />
  );
  const Picture = lazyComponent(load, Room); // without the chunk, the page has no picture and stays readable
  return function Drawing({ className, decorative = false }: { className?: string; decorative?: boolean }) {
    // Decide once: the value is false while the page hydrates, and true if only the browser renders the drawing.
    const hydrated = useHydrated();
    const [drawHere] = useState(import.meta.env.SSR || hydrated);
    const frame = className === undefined ? styles.drawing : `${styles.drawing} ${className}`;
    if (!drawHere) {
      // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty constant that hydration compares and never writes
      return <div className={frame} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
    }
    return (
      <div className={frame}>
        <Suspense fallback={<Room />}>
          <Picture decorative={decorative} />
        </Suspense>
      </div>
    );
  };
}
