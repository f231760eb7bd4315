/** The README's snippet is this Storybook's `preview.ts`. */
export default {
  framework: "@storybook/html-vite",
  stories: ["../stories/*.stories.ts"],
  staticDirs: ["../public"],
  core: { disableTelemetry: true },
};
