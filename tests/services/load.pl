# A load for tests that hardly takes time itself: `load.pl PORT AMOUNT` asks so often, on one connection, and prints what autocannon would.
use strict;
use warnings;
use IO::Socket::INET;

my ($port, $amount) = @ARGV;
my $socket = IO::Socket::INET->new("127.0.0.1:$port") or die "nobody listens at $port\n";
for (1 .. $amount) {
  print $socket "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
  my $head = do { local $/ = "\r\n\r\n"; <$socket> } // die "no answer\n";
  my ($length) = $head =~ /^content-length: (\d+)/mi or die "an answer without its length\n";
  die "half an answer\n" if read($socket, my $body, $length) != $length;
}
# No test takes a verdict from real time.
print qq({"requests": {"mean": 1000, "total": $amount}, "latency": {"mean": 1}, "errors": 0, "non2xx": 0, "mismatches": 0}\n);
