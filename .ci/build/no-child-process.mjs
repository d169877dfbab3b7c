/** The parser of commands can start other programs for them. None of ours is one, and loading this takes a start a while. */
export function spawn() {
  throw new Error('a command is no program of its own');
}
