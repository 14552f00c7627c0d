/** Tags around text that a coding agent's program sends to its model as the user. */
const ADDED = new Set(
  `
    system-reminder ide_opened_file ide_selection ide_diagnostics user-prompt-submit-hook
    local-command-caveat local-command-stdout local-command-stderr bash-input bash-stdout
    bash-stderr task-notification environment_context environment_details user_instructions
    user_shell_command user_info turn_aborted INSTRUCTIONS
  `
    .trim()
    .split(/\s+/),
);

/** Tags around what a person wrote. */
const WRITTEN = new Set(['task', 'user_message', 'feedback', 'userRequest']);
/** The same, wherever they stand: all else of the message was added. */
const ASKED = ['user_query', 'USER_REQUEST'];

const FIRST_TAG = /^(?:# AGENTS\.md instructions[^\n]{0,1000}\n{1,9})?<([\w-]{1,40})>/;
const LAST_TAG = /<\/([\w-]{1,40})>$/;
const INTERRUPTED = /^\[Request interrupted by user[^\]\n]{0,40}\]/;
const COMMAND = /^<command-(?:name|message)>/;

/**
 * What a person wrote of a message that was sent in their name, without what a program added.
 * @returns the text without blanks around it; empty where all of it was added
 */
export function ownWords(message: string): string {
  // a command of the program: `/review`
  if (COMMAND.test(message.trimStart()))
    return ['name', 'args']
      .map((part) => textIn(message, `command-${part}`))
      .join(' ')
      .trim();
  const asked = ASKED.find((tag) => message.includes(`</${tag}>`));
  const inside = asked === undefined ? '' : textIn(message, asked);
  if (inside !== '') return inside;
  let own = message.trim();
  for (let left = withoutAdded(own); left !== own; left = withoutAdded(own)) own = left;
  return own;
}

function withoutAdded(text: string): string {
  const [head = '', first = ''] = FIRST_TAG.exec(text) ?? [];
  const close = `</${first}>`;
  const end = ADDED.has(first) ? text.indexOf(close) : -1;
  if (end >= 0) return text.slice(end + close.length).trimStart();
  if (WRITTEN.has(first) && text.endsWith(close))
    return text.slice(head.length, -close.length).trim();
  const last = LAST_TAG.exec(text.slice(-50))?.[1] ?? '';
  const start = ADDED.has(last) ? text.lastIndexOf(`<${last}>`) : -1;
  return start >= 0 ? text.slice(0, start).trimEnd() : text.replace(INTERRUPTED, '').trimStart();
}

function textIn(message: string, tag: string): string {
  const [, inside = ''] = message.split(`<${tag}>`, 2);
  return inside.split(`</${tag}>`, 1).join('').trim();
}
