// Build plugin: a Markdown file of docs is imported as the page that the help shows.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { Block, Page, Part } from '#features/help/page.ts';

/** Converts Markdown to plain data, so that the page needs neither a parser nor `{@html}`. */
export function documentPages(): Plugin {
  return {
    name: 'document-pages',
    load(id) {
      if (!id.endsWith('.md')) return undefined;
      const page = readPage(basename(id, '.md'), readFileSync(id, 'utf8'));
      return `export default ${JSON.stringify(page)};`;
    },
  };
}

/** Reads a page; anything the help cannot draw is a build error. */
export function readPage(id: string, markdown: string): Page {
  const [title, ...others] = lexer(markdown);
  if (title?.type !== 'heading') throw new Error(`${id}.md does not begin with its title`);
  return { id, title: (title as Tokens.Heading).text, blocks: others.flatMap(blocksOf) };
}

function blocksOf(token: Token): Block[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'heading':
      return [{ kind: 'heading', parts: inline(token.tokens) }];
    case 'paragraph': {
      const parts = inline(token.tokens);
      return parts.length === 0 ? [] : [{ kind: 'paragraph', parts }];
    }
    case 'code':
      return [{ kind: 'code', text: (token as Tokens.Code).text }];
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return [
        { kind: 'list', isOrdered: ordered, items: items.map((item) => inline(item.tokens)) },
      ];
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inline(cell.tokens));
      return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }];
    }
    default:
      throw new Error(`Help cannot draw ${token.type}: ${token.raw}`);
  }
}

function inline(tokens: readonly Token[] = []): Part[] {
  return tokens.flatMap((token): Part[] => {
    switch (token.type) {
      case 'image':
        return [];
      case 'text':
        return 'tokens' in token && token.tokens
          ? inline(token.tokens)
          : [(token as Tokens.Text).text];
      case 'escape':
        return [(token as Tokens.Escape).text];
      case 'codespan':
        return [{ as: 'code', parts: [(token as Tokens.Codespan).text] }];
      case 'strong':
      case 'em':
        return [{ as: token.type, parts: inline(token.tokens) }];
      case 'link':
        return [{ as: 'link', to: (token as Tokens.Link).href, parts: inline(token.tokens) }];
      default:
        throw new Error(`Help cannot draw ${token.type}: ${token.raw}`);
    }
  });
}
