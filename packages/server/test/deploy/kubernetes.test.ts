import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { parseEnvironment } from "../../src/environment/environment.ts";
import { Environment } from "../../src/environment/variables.ts";
import { noDatabase } from "../support/no-database.ts";
import { World } from "../support/world.ts";

/** Kubernetes' own schemas, as npm has them, so that the check needs no cluster. */
const require = createRequire(import.meta.url);
const folder = new URL("../../deploy/kubernetes/", import.meta.url);

/** Where the secret's keys are files. */
const SECRETS = "/run/secrets/tallybin";
const SECRET = /(?:SECRET|_URL|WRITE_KEY)(?!_FILE)(?:_PREVIOUS)?$/;

type Labels = Record<string, string>;
type Probe = { httpGet: { path: string; port: string }; periodSeconds: number; failureThreshold: number };
type Container = {
  command?: string[];
  envFrom: unknown;
  ports?: { name: string; containerPort: number }[];
  securityContext: unknown;
  volumeMounts: unknown[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
};
type Template = {
  metadata: { labels: Labels };
  spec: {
    securityContext: unknown;
    automountServiceAccountToken: boolean;
    terminationGracePeriodSeconds?: number;
    volumes?: unknown[];
    containers: [Container];
  };
};
type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: { template: Template; selector: Labels & { matchLabels: Labels } };
};

const manifests = readdirSync(folder).flatMap((name) =>
  parseAllDocuments(readFileSync(new URL(name, folder), "utf8")).map(
    (document) => document.toJS() as Manifest,
  ),
);
const one = (kind: string): Manifest => {
  const [found, ...others] = manifests.filter((manifest) => manifest.kind === kind);
  if (!found || others.length > 0) throw new Error(`There must be one ${kind}.`);
  return found;
};
const pods = manifests
  .filter(({ kind }) => kind === "Deployment" || kind === "Job")
  .map(({ spec }) => spec.template);
const [server] = one("Deployment").spec.template.spec.containers;

test.each(manifests)("$kind $metadata.name fits Kubernetes' schema", (manifest) => {
  const models = require(`kubernetes-models/${manifest.apiVersion}`) as Record<
    string,
    new (
      data: unknown,
    ) => { validate(): void }
  >;
  const Model = models[manifest.kind];
  if (!Model) throw new Error(`Kubernetes has no ${manifest.apiVersion} ${manifest.kind}.`);
  new Model(manifest).validate();
});

test("the schema check of the manifests finds a wrong field", () => {
  const models = require("kubernetes-models/apps/v1") as {
    Deployment: new (data: unknown) => { validate(): void };
  };
  const { spec, ...rest } = one("Deployment");
  expect(() => new models.Deployment({ ...rest, spec: { ...spec, replicas: "two" } }).validate()).toThrow();
  expect(() =>
    new models.Deployment({ ...rest, spec: { ...spec, selector: undefined } }).validate(),
  ).toThrow();
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
  const names = Object.keys(one("ConfigMap").data ?? {}).map((name) => name.replace(/_FILE$/, ""));
  expect([...Object.keys(Environment.entries), "NODE_OPTIONS"]).toEqual(expect.arrayContaining(names));
  expect(Object.keys(one("ConfigMap").data ?? {}).filter((name) => SECRET.test(name))).toEqual([]);
});

test("the ConfigMap and the secret of the operations guide make a complete environment", () => {
  const guide = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
  const inGuide = [...guide.matchAll(/--from-literal=([A-Z_]+)=/g)].map(([, name = ""]) => name);
  const { data = {} } = one("ConfigMap");
  const files = Object.entries(data).filter(([name]) => name.endsWith("_FILE"));
  expect(files).toEqual(inGuide.map((name) => [`${name}_FILE`, `${SECRETS}/${name}`]));
  const config = parseEnvironment({
    ...Object.fromEntries(Object.entries(data).filter(([name]) => !name.endsWith("_FILE"))),
    DATABASE_URL: "postgres://tallybin:example@database:5432/tallybin",
    UNSUBSCRIBE_SECRET: "0123456789abcdef0123456789abcdef",
  });
  const port = (name: string) => server.ports?.find((each) => each.name === name)?.containerPort;
  expect(port("http")).toBe(config.port);
  expect(port("metrics")).toBe(config.metricsPort);
  const { terminationGracePeriodSeconds = 0 } = one("Deployment").spec.template.spec;
  expect(terminationGracePeriodSeconds).toBeGreaterThan(config.stopDelayMs / 1000 + 15);
  // The endpoints must have changed before the server refuses connections.
  const { periodSeconds = 0, failureThreshold = 0 } = server.readinessProbe ?? {};
  expect(config.stopDelayMs / 1000).toBeGreaterThan(periodSeconds * failureThreshold);
});

test("the Service, the disruption budget and the Deployment select the same pods", () => {
  const labels = one("Deployment").spec.template.metadata.labels;
  expect(one("Deployment").spec.selector.matchLabels).toEqual(labels);
  expect(one("PodDisruptionBudget").spec.selector.matchLabels).toEqual(labels);
  expect(one("Service").spec.selector).toEqual(labels);
});

test("servers of all releases share one persistent folder of assets", () => {
  const { volumes = [], securityContext, containers } = one("Deployment").spec.template.spec;
  const claim = one("PersistentVolumeClaim").metadata.name;
  expect(volumes).toContainEqual({ name: "data", persistentVolumeClaim: { claimName: claim } });
  // The image's DATA_DIR, written by its own user.
  expect(containers[0].volumeMounts).toContainEqual({ name: "data", mountPath: "/data" });
  expect(securityContext).toMatchObject({ runAsUser: 1000, fsGroup: 1000 });
});

test("the network policy applies to every pod", () => {
  const { podSelector } = v.parse(
    v.looseObject({ podSelector: v.object({ matchLabels: v.record(v.string(), v.string()) }) }),
    one("NetworkPolicy").spec,
  );
  for (const { metadata } of pods) expect(metadata.labels).toMatchObject(podSelector.matchLabels);
});

describe("the probes, against the server", () => {
  const { livenessProbe, readinessProbe, startupProbe } = server;
  const statuses = async (site: { fetch(request: Request): Promise<Response> }) =>
    Promise.all(
      [startupProbe, livenessProbe, readinessProbe].map(
        async (probe) => (await site.fetch(new Request(`http://10.1.2.3:3000${probe?.httpGet.path}`))).status,
      ),
    );
  const world = new World("pglite");
  beforeAll(() => world.open());
  afterAll(() => world.close());

  test("the probes report a server with a database as started, alive and ready", async () => {
    expect(await statuses(world.site().server)).toEqual([200, 200, 200]);
  });

  test("the probes report a stopping server as alive and not ready, while pages are still served", async () => {
    const { server: stopping } = world.site();
    stopping.beginStop();
    expect(await statuses(stopping)).toEqual([200, 200, 503]);
    expect((await stopping.fetch(new Request("http://10.1.2.3:3000/"))).status).toBe(200);
  });

  test("the probes stay successful during an outage of the database, and pages are still served", async () => {
    const { server: cut } = world.site({}, { database: noDatabase() });
    expect(await statuses(cut)).toEqual([200, 200, 200]);
    expect((await cut.fetch(new Request("http://10.1.2.3:3000/"))).status).toBe(200);
  });

  test("the liveness probe fails for a process that cannot recover", async () => {
    const database = { ...noDatabase(), canRecover: () => false };
    expect((await statuses(world.site({}, { database }).server))[1]).toBe(503);
  });
});
