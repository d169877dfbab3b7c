import type { WordsLike } from '../words-like.ts';
import type { words as zh } from '../zh-CN/server.ts';

export const words: WordsLike<typeof zh> = {
  server: {
    help: `gantry-server: the server of the Gantry admin back office

Usage:
  gantry-server [options]             start the server
  gantry-server admin create --username NAME --password-stdin [--name NAME] [--role admin|user] [--preset NAME]
                                      create an admin, with full access unless a preset is given; reads the password from standard input
  gantry-server console export DIR --api-url URL [--media-hosts HOSTS] [--force]
                                      write the console for a static host; its pages call the server at URL
  gantry-server migrate               bring the database's schema up to date and exit
  gantry-server backup FILE           back the database up into an encrypted file
  gantry-server restore FILE [--force]  restore a backup; --force replaces what is there
  gantry-server copy --from DATABASE --to DATABASE
                                      copy a database from SQLite to PostgreSQL or back, and verify the copy
  gantry-server audit verify          verify the audit log
  gantry-server secrets rotate [--resume]  re-encrypt every secret with a new master key; --resume finishes an interrupted run
  gantry-server version               print the version

Options (environment variable in brackets):
  --host HOST          address to listen on, 127.0.0.1 by default (GANTRY_HOST)
  --port PORT          port to listen on, 7300 by default; 0 takes any (GANTRY_PORT)
  --data DIR           data folder, .gantry in the current folder by default (GANTRY_DATA)
  --database ADDRESS   postgres://... or an SQLite file; gantry.db in the data folder by default (GANTRY_DATABASE)
  --database-ca FILE   certificate of the private CA of PostgreSQL, in PEM (GANTRY_DATABASE_CA)
  --database-pooler MODE  pooler in front of PostgreSQL: auto session transaction; auto by default (GANTRY_DATABASE_POOLER)
  --metrics-port PORT  serve /metrics on this port; off by default (GANTRY_METRICS_PORT)
  --metrics-host HOST  address to serve /metrics on, 127.0.0.1 by default (GANTRY_METRICS_HOST)
  --base-path PATH     path that a reverse proxy publishes the server under, such as /gantry; / by default (GANTRY_BASE_PATH)
  --cors-origins LIST  origins of consoles served elsewhere, such as https://console.example.com, comma-separated (GANTRY_CORS_ORIGINS)
  --trust-proxy NETS   believe the client address that proxies in these networks forward, comma-separated (GANTRY_TRUST_PROXY)
  --rate-limit N       calls that one address may make in a minute, 6000 by default; 0 is no limit (GANTRY_RATE_LIMIT)
  --drain-seconds N    seconds to continue serving after SIGTERM while /readyz answers 503; 5 by default (GANTRY_DRAIN_SECONDS)
  --appearance FILE    how the console looks by default: the JSON that its settings drawer copies (GANTRY_APPEARANCE)
  --log-level LEVEL    fatal error warn info debug; info by default (GANTRY_LOG_LEVEL)
  --sample-data        serve sample responses under /api for trying other clients (GANTRY_SAMPLE_DATA=true)
  --help               show this help

Other environment variables:
  GANTRY_MASTER_KEY    the master key, 32 bytes in base64; master.key in the data folder by default
  GANTRY_DATABASE_FILE, GANTRY_MASTER_KEY_FILE   files that hold these values
  GANTRY_LOCALE        language of these messages: zh-CN or en-US
  CRAFT                the development courses are shown when this equals true`,
    unknownFlag: 'Unknown option or argument: {{given}}. For help: gantry-server --help',
    badValue: '{{flag}} cannot be {{given}}. For help: gantry-server --help',
    missingValue: '{{flag}} is missing. For help: gantry-server --help',
    console: 'Console: {{url}}',
    setupCode: 'There is no admin yet. Setup code (valid for {{minutes, minute|minutes}}): {{code}}',
    setupHint:
      'Enter the setup code on the sign-in page of the console to create the first admin, or run gantry-server admin create.',
    notLoopback:
      'Listening on {{host}} in plain HTTP, beyond this machine: put a TLS proxy in front of it and set --trust-proxy.',
    oldNode: 'Node.js {{version}} is out of support; 22 or 24 is recommended.',
    noConsoleBuilt: 'The console is not built.',
    folderNotEmpty: '{{folder}} is not empty. To replace its files: --force',
    consoleExported: 'Wrote the console to {{folder}}. Its pages call {{url}}.',
    noConsole: 'The console is not built, so only the API is served.',
    locked:
      'This master key did not encrypt this database. Secrets cannot be read, and calls that need them are rejected. Restore the right master.key or set GANTRY_MASTER_KEY.',
    keyMissing:
      'The master key is missing: {{folder}} has no master.key and GANTRY_MASTER_KEY is not set. Copy the master.key of this database there.',
    keyInvalid:
      'The master key is invalid: it has {{bytes, byte|bytes}}, not 32 in base64. Check master.key or GANTRY_MASTER_KEY.',
    adminCreated: 'Created the admin {{username}} ({{role}}).',
    emptyPassword: 'No password on standard input.',
    migrated: 'The database schema is up to date: {{migration}}',
    backedUp: 'Backed up to {{file}} ({{bytes, byte|bytes}}, verified). Restoring needs the same master.key.',
    restored: 'Restored from {{file}}. All earlier sessions and access tokens are now invalid.',
    notEmpty: 'The database is not empty. Add --force to replace its content.',
    badBackup: 'The backup {{file}} is damaged and nothing was changed. {{why}}. Use another backup.',
    backupOfOtherKey:
      'The backup {{file}} was encrypted under another master key. Copy the master.key of its database into the data folder.',
    otherKind: 'This is a backup of {{found}}, which cannot be restored into {{wanted}}.',
    inUse: 'Another process has the database open. Stop the server first.',
    served:
      'A running server uses this database: {{servers}}. Stop it first. If it was killed, its lease ends in {{seconds, second|seconds}}.',
    held: 'Another process uses this database. Stop it first, or wait until it ends.',
    maintained:
      'A restore, a migration or a rotation of secrets is running on this database. Try again when it has ended.',
    leaseLost: 'A command took this database while this server could not reach it. The server stops; start it again.',
    damaged:
      'The database is damaged: {{message}}. Stop the server and restore the latest backup with gantry-server restore FILE --force.',
    databaseUnwritable: 'The database file cannot be opened or written: {{message}}. Check its path and permissions.',
    folderReadOnly:
      'The folder {{folder}} is read-only for this user. Make it writable for the user who runs the server, or choose another with --data.',
    folderOpen:
      'The data folder {{folder}} is open to other users of this machine. Run chmod 700 on it, or choose a folder of its own with --data.',
    folderClosed:
      'The data folder {{folder}} was open to other users of this machine: only its owner may enter it now.',
    fileExists: 'The file already exists: {{file}}',
    copied: 'Copied {{rows, row|rows}} of {{tables, table|tables}}, with as many rows in each as in the source.',
    copyVerified: 'The ledger of the copy verifies. Start the server with --database and the same master.key.',
    copyBroken: 'The ledger of the copy does not verify. Invariant {{no}} ({{name}}) fails at {{row}}.',
    copySameKind: '--from and --to must be databases of different kinds. Use backup and restore within one kind.',
    copyNotEmpty: 'The database of --to is not empty. Choose an empty one.',
    copyOtherSchema:
      'The database of --from has another schema than this program. Run gantry-server migrate on it first.',
    copyIncomplete: 'Table {{table}} has another number of rows in the copy than in the source. The copy was removed.',
    auditOk: 'The audit log is intact: {{count, entry|entries}}.',
    auditUnsealed:
      '{{count, of them is|of them are}} not sealed yet: signed, but without a place in the hash chain. A running server seals them within a second.',
    auditBroken: 'Audit log verification failed at entry {{row}}: {{reason}}',
    rotated:
      'Sealed {{count, secret|secrets}} under the new master key {{key}}. The old one stays in master.key, since older backups need it.',
    rotateBroken:
      '{{count, secret opens with no key that is here, and was|secrets open with no key that is here, and were}} not changed.',
    failed: 'Failed: {{reason}}',
    unread: '{{path}}: {{why}}',
    unreached: 'cannot reach {{place}} ({{code}}). Check the address, and that PostgreSQL is running there.',
    malformedDatabaseUrl:
      '{{flag}} is not a valid URL. Percent-encode special characters in the user name and password, for example %40 for @, %2F for /, %23 for # and %25 for %.',
    unknownSslMode: 'The sslmode in {{flag}} must be disable, no-verify, require, verify-ca or verify-full.',
    verifyCaWithoutCa:
      'sslmode=verify-ca in {{flag}} needs a CA. Add sslrootcert to the URL, or use --database-ca FILE.',
    databaseFull:
      'PostgreSQL has no free connection. Raise max_connections or the limits of the pooler, or stop clients that hold connections.',
    databaseStarting: 'PostgreSQL is starting or stopping. Try again in a moment.',
    databaseUnanswered: 'PostgreSQL did not answer in time. Check the host, the port and the firewall.',
    databaseRejectedUser:
      'PostgreSQL rejected the user name or password. Check both in --database, and percent-encode special characters.',
    databaseRejectedHost:
      'PostgreSQL does not accept this user from this host. Allow it in pg_hba.conf, or use TLS with sslmode=verify-full.',
    databaseMissing:
      'The database does not exist on this server. Create it with createdb, or correct its name in --database.',
    databaseMayNotCreate:
      'The database user is not allowed to do this. Make it the owner of the database, or grant it CREATE on the schema.',
    databaseReadOnly:
      'PostgreSQL is read-only, as a standby is. Point --database at the primary, or turn default_transaction_read_only off.',
    databaseNoTls: 'PostgreSQL does not offer TLS. Enable ssl there, or set sslmode=disable in --database.',
    databaseUntrusted:
      'The certificate of PostgreSQL is not signed by a trusted CA. Name its CA with --database-ca FILE or sslrootcert.',
    databaseOtherHost:
      'The certificate of PostgreSQL is for another host name. Use the name of the certificate in --database, or sslmode=verify-ca.',
    databaseExpired: 'The certificate of PostgreSQL has expired. Renew it on the database server.',
    fileMissing: 'file or folder not found',
    fileDenied: 'not allowed',
    fileIsFolder: 'it is a folder',
    fileNoFolder: 'part of the path is not a folder',
    diskFull: 'the disk is full',
    diskReadOnly: 'the disk is read-only',
    portTaken: 'Port {{port}} is in use. Choose another port, or use --port 0 for any free port.',
  },
};
