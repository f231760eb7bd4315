/** The part of autocannon that the load run uses; the package has no types. */
declare module "autocannon" {
  type Histogram = { average: number; p50: number; p97_5: number; p99: number; max: number };
  export type Result = {
    requests: { average: number; total: number };
    latency: Histogram;
    errors: number;
    timeouts: number;
    non2xx: number;
  };
  type Request = {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    setupRequest?: (request: Request) => Request;
  };
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    headers?: Record<string, string>;
    requests?: Request[];
  }): Promise<Result>;
}
