import { defineConfig } from "vite";

// The pages are rendered by the server and name their two files themselves: main.js and main.css, without
// hashes. The worker that tabs share is tabs.js. What lies in public/ is copied beside them.
export default defineConfig({
  base: "./",
  worker: {
    format: "iife",
    rolldownOptions: { output: { entryFileNames: "tabs.js" } },
  },
  build: {
    outDir: "../src/stellwerk/web/static",
    emptyOutDir: true,
    sourcemap: false,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: "src/main.ts",
      output: {
        codeSplitting: false,
        entryFileNames: "main.js",
        assetFileNames: (asset) => (asset.names.some((name) => name.endsWith(".css")) ? "main.css" : "[name][extname]"),
      },
    },
  },
});
