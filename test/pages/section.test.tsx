import { expect, test } from "vitest";
import { Section } from "../../src/components/section/section.tsx";
import { SectionImage } from "../../src/components/section/section-image.tsx";
import { only, render } from "./support/render.tsx";

const PICTURE = { src: "/images/feature-1.svg", width: 320, height: 200 };
const layer = () => only("section > svg[aria-hidden=true]");

test("the background picture of a section covers the section without distortion", async () => {
  await render(<Section image={<SectionImage {...PICTURE} opacity={0.3} />}>Words</Section>);
  expect(layer().getAttribute("viewBox")).toBe("0 0 320 200");
  expect(layer().getAttribute("preserveAspectRatio")).toBe("xMidYMid slice");
  expect(layer().getAttribute("opacity")).toBe("0.3");
  const image = only("image", layer());
  expect(["href", "width", "height"].map((name) => image.getAttribute(name))).toEqual([
    "/images/feature-1.svg",
    "320",
    "200",
  ]);
});

test("a repeated background picture of a section keeps its size", async () => {
  await render(<Section image={<SectionImage {...PICTURE} repeat />}>Words</Section>);
  expect(layer().hasAttribute("viewBox")).toBe(false);
  const tile = only("pattern", layer());
  expect([tile.getAttribute("width"), tile.getAttribute("height")]).toEqual(["320", "200"]);
  expect(only("rect", layer()).getAttribute("fill")).toBe(`url(#${tile.id})`);
});
