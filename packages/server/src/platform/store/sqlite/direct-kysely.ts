import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  type QueryResult,
  Transaction,
} from 'kysely';
import type { Reader, Tables, Tx } from '../database.ts';
import type { SqliteDriver } from './connection.ts';

/** Is what runs statements still open? Its transaction is over, otherwise. */
interface Span {
  isOpen: boolean;
}

class OutsideTransaction extends Error {
  override readonly name = 'OutsideTransaction';
}

/**
 * Hands statements to the one connection there is. Kysely's own way lends it out for each, in a dozen steps; here every
 * statement is done when it is asked for, so that nobody could come between.
 */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #connection: DatabaseConnection;
  readonly #span: Span;

  constructor(dialect: Dialect, connection: DatabaseConnection, span: Span) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), { provideConnection: (use) => use(connection) });
    this.#connection = connection;
    this.#span = span;
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#span.isOpen) throw new OutsideTransaction('the transaction of this statement is over');
    return this.#connection.executeQuery<R>(query);
  }
}

/** What a Kysely is made of. */
export interface DirectParts {
  readonly dialect: Dialect;
  readonly driver: SqliteDriver;
}

function propsOf({ dialect, driver }: DirectParts, connection: DatabaseConnection, span: Span) {
  return { config: { dialect }, dialect, driver, executor: new DirectExecutor(dialect, connection, span) };
}

/** Reads over a connection that everybody shares. */
export function createDirectReader(parts: DirectParts): Reader {
  return new Kysely<Tables>(propsOf(parts, parts.driver.connection, { isOpen: true }));
}

/** Runs a transaction over the driver's connection, when its turn comes. */
export async function runDirectTransaction<T>(parts: DirectParts, run: (tx: Tx) => Promise<T>): Promise<T> {
  const { driver } = parts;
  const connection = await driver.acquireConnection();
  const span = { isOpen: true };
  try {
    await driver.beginTransaction(connection, {});
    try {
      const result = await run(new Transaction<Tables>(propsOf(parts, connection, span)));
      await driver.commitTransaction(connection);
      return result;
    } catch (error) {
      await driver.rollbackTransaction(connection);
      throw error;
    }
  } finally {
    span.isOpen = false;
    await driver.releaseConnection();
  }
}
