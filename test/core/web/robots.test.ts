import { describe, expect, test } from 'vitest';
import { parseRobots } from '../../../src/core/web/robots.ts';

function allows(text: string, path: string): boolean {
  return parseRobots(text, 'corvid').isAllowed(path);
}

describe('robots.txt', () => {
  test.each([
    ['', '/a', true],
    ['User-agent: *\nDisallow: /', '/a', false],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /a', '/ab', false],
    ['User-agent: *\nDisallow: /a', '/b', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?v=1', true],
    ['User-agent: *\nDisallow: /a*b*c', '/a1b2c3', false],
    ['User-agent: Other\nDisallow: /', '/a', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Corvid\nAllow: /', '/a', true],
    ['User-agent: x\nUser-agent: corvid # us\nDisallow: /private # no', '/private/1', false],
    ['Disallow: /', '/a', true],
    ['User-agent: *\r\nDisallow: /a\r\n', '/a', false],
  ])('%j: %s is allowed: %s', (text, path, expected) => {
    expect(allows(text, path)).toBe(expected);
  });

  test('a pattern with many stars takes no time', () => {
    expect(allows(`User-agent: *\nDisallow: /${'*a'.repeat(5_000)}b$`, `/${'a'.repeat(100_000)}`)).toBe(true);
  });
});
