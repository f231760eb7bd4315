import { initializeApp } from "firebase/app";
import { getAuth } from "firebase/auth";

const app = { apiKey: "demo-key", projectId: "demo-project", authDomain: "demo-project.example" };

export const auth = getAuth(initializeApp(app));
