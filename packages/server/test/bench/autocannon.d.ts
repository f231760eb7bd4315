/** The part of autocannon that the load run uses; the package has no types. */
declare module "autocannon" {
  type Result = {
    requests: { total: number };
    errors: number;
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
