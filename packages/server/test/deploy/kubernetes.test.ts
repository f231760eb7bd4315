import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { parseEnvironment } from "../../src/environment/environment.ts";
import { Environment } from "../../src/environment/variables.ts";
import { openSite } from "../support/open-site.ts";

/** Kubernetes' own schemas, as npm has them, so that the check needs no cluster. */
const require = createRequire(import.meta.url);
const folder = new URL("../../deploy/kubernetes/", import.meta.url);

/** Where the secret's keys are files. */
const SECRETS = "/run/secrets/tallybin";
const SECRET = /(?:SECRET|_URL|WRITE_KEY)(?!_FILE)(?:_PREVIOUS)?$/;

const manifests = readdirSync(folder).flatMap((name) =>
  parseAllDocuments(readFileSync(new URL(name, folder), "utf8")).map((document) => document.toJS()),
);
const one = (kind: string) => {
  const [found, ...others] = manifests.filter((manifest) => manifest.kind === kind);
  if (!found || others.length > 0) throw new Error(`There must be one ${kind}.`);
  return found;
};
const pods = manifests
  .filter(({ kind }) => kind === "Deployment" || kind === "Job")
  .map(({ spec }) => spec.template);
const [server] = one("Deployment").spec.template.spec.containers;

test("each manifest fits Kubernetes' schema, which finds a wrong field", () => {
  for (const manifest of manifests) {
    const { [manifest.kind]: Kind } = require(`kubernetes-models/${manifest.apiVersion}`);
    new Kind(manifest).validate();
  }
  const { Deployment } = require("kubernetes-models/apps/v1");
  const { spec, ...rest } = one("Deployment");
  expect(() => new Deployment({ ...rest, spec: { ...spec, selector: undefined } }).validate()).toThrow();
});

describe.each(pods)("the pods of $metadata.labels.part", ({ spec }) => {
  const [container] = spec.containers;

  test("the pods run without root, without privileges and without a service account token", () => {
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(spec.automountServiceAccountToken).toBe(false);
  });

  test("the pods read settings from the environment, and secrets from files that only their group can read", () => {
    expect(container.envFrom).toEqual([{ configMapRef: { name: "tallybin" } }]);
    expect(container.volumeMounts).toContainEqual({ name: "secrets", mountPath: SECRETS, readOnly: true });
    expect(spec.volumes).toContainEqual({
      name: "secrets",
      secret: { secretName: "tallybin", defaultMode: 0o440 },
    });
    expect(spec.securityContext).toMatchObject({ runAsUser: 1000, fsGroup: 1000 });
  });
});

test("the ConfigMap has only variables that exist, and no secret", () => {
  const names = Object.keys(one("ConfigMap").data).map((name) => name.replace(/_FILE$/, ""));
  expect([...Object.keys(Environment.entries), "NODE_OPTIONS"]).toEqual(expect.arrayContaining(names));
  expect(Object.keys(one("ConfigMap").data).filter((name) => SECRET.test(name))).toEqual([]);
});

test("the ConfigMap and the secret of the operations guide make a complete environment", () => {
  const guide = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
  const inGuide = [...guide.matchAll(/--from-literal=([A-Z_]+)=/g)].map(([, name = ""]) => name);
  const { data } = one("ConfigMap");
  const files = Object.entries(data).filter(([name]) => name.endsWith("_FILE"));
  expect(files).toEqual(inGuide.map((name) => [`${name}_FILE`, `${SECRETS}/${name}`]));
  const config = parseEnvironment({
    ...Object.fromEntries(Object.entries(data).filter(([name]) => !name.endsWith("_FILE"))),
    DATABASE_URL: "postgres://tallybin:example@database:5432/tallybin",
    UNSUBSCRIBE_SECRET: "0123456789abcdef0123456789abcdef",
  });
  expect(server.ports).toEqual([
    { name: "http", containerPort: config.port },
    { name: "metrics", containerPort: config.metricsPort },
  ]);
  const { terminationGracePeriodSeconds } = one("Deployment").spec.template.spec;
  expect(terminationGracePeriodSeconds).toBeGreaterThan(config.stopDelayMs / 1000 + 15);
  // The endpoints must have changed before the server refuses connections.
  const { periodSeconds, failureThreshold } = server.readinessProbe;
  expect(config.stopDelayMs / 1000).toBeGreaterThan(periodSeconds * failureThreshold);
});

test("the Service, the disruption budget and the Deployment select the same pods", () => {
  const labels = one("Deployment").spec.template.metadata.labels;
  expect(one("Deployment").spec.selector.matchLabels).toEqual(labels);
  expect(one("PodDisruptionBudget").spec.selector.matchLabels).toEqual(labels);
  expect(one("Service").spec.selector).toEqual(labels);
});

test("servers of all releases share one persistent folder of assets", () => {
  const { volumes, securityContext, containers } = one("Deployment").spec.template.spec;
  const claim = one("PersistentVolumeClaim").metadata.name;
  expect(volumes).toContainEqual({ name: "data", persistentVolumeClaim: { claimName: claim } });
  // The image's DATA_DIR, written by its own user.
  expect(containers[0].volumeMounts).toContainEqual({ name: "data", mountPath: "/data" });
  expect(securityContext).toMatchObject({ runAsUser: 1000, fsGroup: 1000 });
});

test("the network policy applies to every pod", () => {
  const { podSelector } = one("NetworkPolicy").spec;
  for (const { metadata } of pods) expect(metadata.labels).toMatchObject(podSelector.matchLabels);
});

test("the probes report a server as started, alive and ready, also while its database is away, and a stopping one as not ready", async () => {
  const site = openSite();
  const probe = async () => {
    const { livenessProbe, readinessProbe, startupProbe } = server;
    const probes = [startupProbe, livenessProbe, readinessProbe].map(async (each) => {
      const address = `http://10.1.2.3:3000${each.httpGet.path}`;
      return (await site.fetch(new Request(address))).status;
    });
    return Promise.all(probes);
  };
  expect(await probe()).toEqual([200, 200, 200]);
  site.beginStop();
  expect(await probe()).toEqual([200, 200, 503]);
  expect((await site.fetch(new Request("http://10.1.2.3:3000/"))).status, "pages are served").toBe(200);
});
