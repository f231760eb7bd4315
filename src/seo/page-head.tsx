import { company } from "@tallybin/contract/company";
import type { PageInfo } from "./page-info.ts";

const IMAGE_WIDTH_PX = 1200;
const IMAGE_HEIGHT_PX = 630;

/** A page's metadata. React moves these elements into the document's head. */
export function PageHead({ info, origin }: { info: PageInfo; origin: string }) {
  const { title, description, path, image, hidden } = info;
  const url = origin + path;
  const picture = `${origin}/images/social/${image}.png`;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {hidden && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content={String(IMAGE_WIDTH_PX)} />
      <meta property="og:image:height" content={String(IMAGE_HEIGHT_PX)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:site" content={company.x} />
    </>
  );
}
