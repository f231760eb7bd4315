import { useState } from "react";
import * as styles from "./avatar.css.ts";

const initials = (name: string) =>
  name
    .split(/[\s@._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join("");

type AvatarProps = { name: string; picture?: string; size?: "small" | "large" };

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
        initials(name)
      )}
    </span>
  );
}
