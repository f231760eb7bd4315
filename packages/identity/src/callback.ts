/**
 * The callback page's own entry: that page needs nothing else of the package.
 * @module
 */

export { completeOAuthCallback } from "./popup/callback.ts";
