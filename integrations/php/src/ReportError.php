<?php

declare(strict_types=1);

namespace VulxNetwork\SiteClient;

/** Names the field that is wrong. */
final class ReportError extends \InvalidArgumentException
{
}
