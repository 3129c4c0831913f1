import MovieTerminal
import TestSupport
import Testing

@Suite(.limited) struct ShellQuotingTests {
  @Test(
    "quotes words that a shell would change",
    arguments: [
      ("tag=heist", "tag=heist"), ("--set=year=1995", "--set=year=1995"), ("=ls", "'=ls'"),
      ("=", "'='"), ("tag=a b", "'tag=a b'"), ("year>=1990", "'year>=1990'"), ("", "''"),
      ("!year", "'!year'"), ("note~x", "'note~x'"), ("it's=x", "'it'\\''s=x'"), ("é=ß", "é=ß"),
      ("a=b\n", "$'a=b\\x0a'"),
    ])
  func quotes(text: String, expected: String) { #expect(ShellQuoting.quoted(text) == expected) }
}
