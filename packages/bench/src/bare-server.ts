import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Responds to everything with the same error, about as short as an error of the product. */
const program = `
const body = JSON.stringify({ code: 50300, message: 'x'.repeat(40), data: { retryAfter: 1, requestId: 'x'.repeat(36) } });
const head = { 'content-type': 'application/json', 'content-length': body.length, 'retry-after': '1' };
require('node:http')
  .createServer((request, response) => response.writeHead(503, head).end(body))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;

/** Starts a plain Node.js HTTP server in its own process. Its time for an error is the minimum for the product. */
export async function startBareServer() {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    port: Number(port),
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
