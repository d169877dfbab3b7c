/** A server process that uses the database. */
export interface LiveServer {
  readonly host: string;
  readonly pid: number;
  /** Where it listens; empty while it starts. */
  readonly url: string;
  /** When it stops counting as alive unless it sends another heartbeat, in ms from now. */
  readonly expiresInMs: number;
}

/** Servers use the database, so that what would change it under them is rejected. */
export class ServersAlive extends Error {
  override readonly name = 'ServersAlive';
  /** Empty when the process that has the database has not said who it is. */
  readonly servers: readonly LiveServer[];

  constructor(servers: readonly LiveServer[]) {
    super('servers use the database');
    this.servers = servers;
  }
}

/** A restore, a migration or a rotation of secrets is running. */
export class MaintenanceRunning extends Error {
  override readonly name = 'MaintenanceRunning';
}
