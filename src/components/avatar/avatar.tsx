import { useState } from "react";
import * as styles from "./avatar.css.ts";

const graphemes = new Intl.Segmenter();

/** The first letter of each of the first two words: what a reader sees as one, such as an emoji of several characters. */
export const initialsOf = (name: string): string =>
  name
    .replace(/\p{Bidi_Control}/gu, "")
    .split(/[\s@._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...graphemes.segment(word)][0]?.segment.toUpperCase() ?? "")
    .join("");

type AvatarProps = { name: string; picture?: string | undefined; size?: "small" | "large" };

/** A user's picture, or their initials if the picture is missing or does not load. */
export function Avatar({ name, picture, size = "small" }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  const show = picture !== undefined && picture !== broken;
  return (
    <span
      className={size === "large" ? `${styles.avatar} ${styles.large}` : styles.avatar}
      aria-hidden="true"
    >
      {show ? (
        <img
          className={styles.picture}
          src={picture}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBroken(picture)}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
