import { defineConfig } from "vite";

// The pages are rendered by the server and name their two files themselves: main.js and main.css, without
// hashes. What lies in public/ is copied beside them.
export default defineConfig({
  base: "./",
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
