declare module 'undici/lib/api/index.js' {
  import type { Dispatcher, request } from 'undici';

  const api: { request(this: Dispatcher, options: object): ReturnType<typeof request> };
  export default api;
}
declare module 'undici/lib/dispatcher/agent.js' {
  import type { Agent } from 'undici';

  const agent: typeof Agent;
  export default agent;
}
