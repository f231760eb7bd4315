/** The smallest complete environment. */
export const ENVIRONMENT = {
  ORIGIN: "https://www.tallybin.example",
  FIREBASE_API_KEY: "AIzaExampleKey",
  FIREBASE_PROJECT_ID: "tallybin-example",
  UNSUBSCRIBE_SECRET: "0123456789abcdef0123456789abcdef",
  LOG_LEVEL: "silent",
};
